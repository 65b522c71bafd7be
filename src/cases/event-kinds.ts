/** What each event of the history records. */
export const eventKindDescriptions = {
  IMPORTED: 'The case was imported from a file.',
  CREATED: 'The case was created by `createCase`.',
  UPDATED: 'Values of the case were changed, or comments added, by `updateCase` or `patchCase`.',
  ASSIGNED: 'The case was assigned by `assignCase` or `takeNextCase`.',
  UNASSIGNED: 'The assignment was removed by `unassignCase`.',
  COMMENTED: 'Comments were added by `addComments`. One of a party may have moved the case to another status.',
  COMMENT_EDITED: 'The text of a comment was changed by `editComment`.',
  COMMENT_REMOVED: 'A comment was removed by `removeComment`.',
  LINKED: 'The case was linked to another one by `linkCases`, or the kind of the link was changed.',
  UNLINKED: 'The link to another case was removed by `unlinkCases`.',
  MERGED: 'The case was merged into another one, or another case was merged into it, by `mergeCase`.',
  UNMERGED: 'The merge of the case, or the merge of another case into it, was reversed by `unmergeCase`.',
  OVERDUE: 'A deadline passed. Nobody made this change, and it changes no value of the case.',
}

export type CaseEventKind = keyof typeof eventKindDescriptions
export const caseEventKinds = Object.keys(eventKindDescriptions).sort() as CaseEventKind[]
