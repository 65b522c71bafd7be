import type { Database } from '../../../src/database/database.ts'
import { sql } from './database.ts'

/** Makes the next changes of a case lose the race against another change this many times. */
export async function loseRaces(database: Database, id: number, races: number): Promise<void> {
  await sql(database, 'create table if not exists lost_races (case_id bigint primary key, races int)')
  await sql(database, 'insert into lost_races values ($1, $2)', [id, races])
  await sql(
    database,
    `create or replace function lose_race() returns trigger language plpgsql as $$
    begin
      update lost_races set races = races - 1 where case_id = old.id and races > 0;
      return case when found then null else new end;
    end $$`,
  )
  await sql(
    database,
    'create or replace trigger lose_race before update on cases for each row execute function lose_race()',
  )
}

/** How many more races the changes of a case will lose. */
export async function racesLeft(database: Database, id: number): Promise<number | undefined> {
  const [row] = await sql<{ races: number }>(database, 'select races from lost_races where case_id = $1', [id])
  return row?.races
}
