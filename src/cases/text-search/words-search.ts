import { hasTrigrams, nameContainsByIndex } from '../../people/name-search.ts'
import { type Start, type Word, wordQuery } from '../../search/words.ts'
import type { BestFirst, Condition } from './conditions.ts'
import { frequencyOf, type TermFrequencies } from './term-frequencies.ts'

/** A search for words, as it is understood. */
export interface WordsSearch {
  /** As it was typed, without spaces around it. */
  text: string
  words: readonly Word[]
}

interface Query {
  /** Whether the caller sees internal comments and the names of customers. */
  isOperator: boolean
  frequencies: TermFrequencies
  /** Adds a parameter, and returns its name in SQL. Each that is added must be used. */
  add(value: unknown): string
  /** Conditions that also find a case while the terms of some are not computed, and otherwise null. */
  others: { sql: string; alternatives: readonly string[] } | null
}

/** How many hits of each kind are looked at. With several words, most hits of one of them do not match. */
const hits = { ofOneWord: 10_000, ofSeveral: 5_000 }

/** The part of the comments in which a word is frequent: then the newest cases that have it fill the list. */
const frequent = 0.01

const caseNumber = /^#?([1-9]\d{0,15})$/

/** The conditions of a search for words, which may be spread over a case. */
export class WordsQuery {
  readonly #search: WordsSearch
  readonly #query: Query
  /** The rarest first. */
  readonly #words: readonly Word[]
  #containsSql: string[] | undefined

  constructor(search: WordsSearch, query: Query) {
    this.#search = search
    this.#query = query
    this.#words = search.words
      .map((word) => ({ word, frequency: frequencyOf(word, query.frequencies) }))
      .toSorted((a, b) => a.frequency - b.frequency || lengthOf(b.word) - lengthOf(a.word))
      .map(({ word }) => word)
  }

  /** For cases that are read in any case. */
  forScan(): Condition[] {
    const besides = this.#besides()
    if (this.#words.length === 0) return [{ name: 'search', sql: anyOf(this.#contains) }]
    return this.#words.map((word) => ({ name: 'search', sql: anyOf([...this.#has(word), ...besides]) }))
  }

  /** So that the cases of the rarest word are found through indexes. */
  forIndexes(): Condition[] {
    const [rarest, ...common] = this.#words
    if (!rarest) return this.forScan()
    const besides = this.#besides()
    const alternatives = [...this.#byIndex(rarest), ...this.#contains, ...(this.#query.others?.alternatives ?? [])]
    const checked = apartOf(rarest).length > 0 ? [rarest, ...common] : common
    return [
      { name: 'search', sql: 'true', alternatives },
      ...checked.map((word) => ({ name: 'search', sql: anyOf([...this.#has(word), ...besides]) })),
    ]
  }

  /** So that a limited number of cases is looked at, among them the best ones. */
  forBest(): { conditions: Condition[]; best: BestFirst } {
    const [rarest] = this.#words
    const contains = this.#contains
    if (!rarest) {
      const sql = anyOf(contains)
      const candidates = [`select c.id from cases c where ${sql} limit ${hits.ofSeveral}`]
      const conditions = [{ name: 'search', sql }]
      return {
        conditions,
        best: { checked: conditions, isNumber: 'false', inValues: 'false', inCustomer: 'true', candidates },
      }
    }
    const isSeveral = this.#words.length > 1
    const isFrequent = frequencyOf(rarest, this.#query.frequencies) >= frequent
    const limit = isSeveral || isFrequent ? hits.ofSeveral : hits.ofOneWord
    const all = this.#tsquery(this.#words)
    const number = caseNumber.exec(this.#search.text)?.[1]
    const customers = this.#customers(this.#words)
    const ofSource = (sql: string) => `select case_id as id from (${sql} limit ${limit}) f`
    const ofCondition = (sql: string) => `select id from (select c.id from cases c where ${sql} limit ${limit}) f`
    const byIndex = [...this.#inCustomer(rarest), ...this.#isNumber(rarest), ...contains]
    // What finds a case of one word in one text is its condition already.
    const isFound = !isSeveral && apartOf(rarest).length === 0
    const conditions = this.forScan()
    return {
      conditions,
      best: {
        checked: isFound ? [] : conditions,
        isNumber: number === undefined ? 'false' : `c.id = ${this.#query.add(number)}::bigint`,
        inValues: ofCase('case_terms', `r.terms @@ ${all}`),
        inCustomer: customers ? anyOf([customers, ...contains]) : 'false',
        candidates: [
          ofSource(values(all)),
          ...(customers ? [ofCondition(customers)] : []),
          ...(isSeveral ? [ofSource(this.#comments(all)), ofSource(values(this.#tsquery([indexed(rarest)])))] : []),
          ofSource(this.#comments(this.#tsquery([indexed(rarest)]))),
          ...[...byIndex, ...(this.#query.others?.alternatives ?? [])].map(ofCondition),
        ],
      },
    }
  }

  #tsquery(words: readonly Word[]): string {
    return `${this.#query.add(words.map((word) => `(${wordQuery(word)})`).join(' & '))}::text::tsquery`
  }

  #comments(query: string): string {
    return `select m.case_id from case_comments m
      where ${matches('m.terms', query)} and m.removed_version is null${this.#query.isOperator ? '' : ' and not m.internal'}`
  }

  /** All words are in the name or the address of the customer. Null for callers who do not see them. */
  #customers(words: readonly Word[]): string | null {
    if (!this.#query.isOperator) return null
    const query = this.#tsquery(words.map(customerWord))
    return `c.party_id in (select t.person_id from person_terms t where ${matches('t.terms', query)})`
  }

  #inCustomer(word: Word): string[] {
    const condition = this.#customers([word])
    return condition === null ? [] : [condition]
  }

  #isNumber(word: Word): string[] {
    // Between quotes, a number is a word.
    const typed = new Set(this.#search.text.split(/\s+/).map((chunk) => caseNumber.exec(chunk)?.[1]))
    const numbers = word.flat().filter(({ text }) => typed.has(text))
    return numbers.map(({ text }) => `c.id = ${this.#query.add(text)}::bigint`)
  }

  /** One of the texts of the case has the word, or several have its numbers. */
  #has(word: Word): string[] {
    const apart = apartOf(word).map((start) => anyOf(this.#hasInOne([[start]])))
    return [...this.#hasInOne(word), ...(apart.length > 0 ? [`(${apart.join(' and ')})`] : [])]
  }

  #hasInOne(word: Word): string[] {
    const query = this.#tsquery([word])
    return [
      ofCase('case_terms', `r.terms @@ ${query}`),
      ofCase(
        'case_comments',
        `r.terms @@ ${query} and r.removed_version is null${this.#query.isOperator ? '' : ' and not r.internal'}`,
      ),
      ...this.#inCustomer(word),
      ...this.#isNumber(word),
    ]
  }

  #byIndex(word: Word): string[] {
    const query = this.#tsquery([indexed(word)])
    return [
      `c.id in (${values(query)})`,
      `c.id in (${this.#comments(query)})`,
      ...this.#inCustomer(indexed(word)),
      ...this.#isNumber(indexed(word)),
    ]
  }

  /** What finds a case whatever its words are. */
  #besides(): string[] {
    return [...this.#contains, ...(this.#query.others ? [this.#query.others.sql] : [])]
  }

  /** The name or the address of the customer contains the whole search. */
  get #contains(): string[] {
    return (this.#containsSql ??= this.#customerContains())
  }

  #customerContains(): string[] {
    const { isOperator, add } = this.#query
    // Parties must not find out the email addresses of others. Without three characters, all persons would be read.
    if (!isOperator || !hasTrigrams(this.#search.text)) return []
    const contains = nameContainsByIndex(`${add(this.#search.text)}::text`)
    return [`c.party_id in (select o.id from persons o where o.kind = 'PARTY' and ${contains})`]
  }
}

const anyOf = (conditions: readonly string[]) => (conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`)

const values = (query: string) => `select t.case_id from case_terms t where ${matches('t.terms', query)}`

/** A row of the case fulfils a condition. With the offset, PostgreSQL looks the rows of each case up, instead of reading the whole table for frequent terms. */
const ofCase = (table: string, condition: string) =>
  `exists (select from (select * from ${table} where case_id = c.id offset 0) r where ${condition})`

/** Stated twice, because PostgreSQL expects a rare term in one of 200 rows. It multiplies the probabilities, so it looks up rare terms first. */
const matches = (terms: string, query: string) => `${terms} @@ ${query} and (${terms} @@ ${query}) is not false`

const lengthOf = (word: Word) => Math.max(...word.flat().map(({ text }) => text.length))

/** Numbers of a word that may stand apart from one another in the case. */
const apartOf = (word: Word): readonly Start[] => (word.length === 2 && word[1]!.length > 1 ? word[1]! : [])

/** What a case with the word has in one of its texts. */
function indexed(word: Word): Word {
  const [longest] = apartOf(word).toSorted((a, b) => b.text.length - a.text.length)
  return longest ? [word[0]!, [longest]] : word
}

/** Two letters begin too many names, so they must be one. */
function customerWord(word: Word): Word {
  const isShort = ({ text }: Start) => [...text].length < 3 && /^[\p{L}\p{N}]+$/u.test(text)
  return word.map((starts) => starts.map((start) => (isShort(start) ? { ...start, isWhole: true } : start)))
}
