-- Inserts :cases cases into a migrated database. random-input.ts uses the same formulas.
set session_replication_role = replica; -- The data is consistent, so foreign keys and triggers are skipped.

-- 200 categories with 10 types each; 500 types with 4 categories each. Each touchpoint has 500 type categories, of which
-- lookups return 480.
insert into case_categories
select 'CAT' || lpad(c::text, 3, '0'), 'Category number ' || lpad(c::text, 3, '0'), c not in (197, 198), c in (199, 200)
from generate_series(1, 200) c;

insert into case_types
select 'TYPE' || lpad(t::text, 3, '0'), 'Type number ' || lpad(t::text, 3, '0'),
  t not in (select 1 + p * 7 % 500 from generate_series(400, 403) p)
from generate_series(1, 500) t;

insert into case_type_fields
select code, f.name, f.position, f.label, f.kind, f.minimum, f.maximum, f.scale
from case_types, (values
  ('amount', 1, 'Amount', 'DECIMAL', 0.0, 100000.0, 2),
  ('invoices', 2, 'Invoices concerned', 'INTEGER', 1.0, 120.0, null),
  ('urgent', 3, 'Urgent', 'BOOLEAN', null, null, null)
) f (name, position, label, kind, minimum, maximum, scale);

create temporary table numbered as
select p, 'TYPE' || lpad((1 + p * 7 % 500)::text, 3, '0') as type_code,
  'CAT' || lpad((1 + p / 10)::text, 3, '0') as category_code
from generate_series(0, 1999) p;

insert into case_type_categories
select type_code, category_code, p not between 100 and 123, p % 3 > 0,
  'The configured answer, number ' || p || ', which is about as long as a real one would be.'
from numbered;

insert into case_statuses values
  ('New', true, false, true), ('Open', true, false, false), ('Waiting', true, false, false),
  ('Solved', true, true, false), ('Old', false, true, false);
insert into case_status_transitions values ('New', 'Open'), ('New', 'Waiting'), ('New', 'Solved');
insert into case_resolutions values
  ('None', true, true), ('Fixed', true, false), ('Refused', true, false), ('Legacy', false, false);

insert into touchpoints select 'tp' || t, 'Touchpoint ' || t, false from generate_series(1, 50) t;
insert into touchpoint_grants
select 'tp' || t, type_code, category_code, p % 20 = 0
from generate_series(1, 50) t join numbered on p % 4 = t % 4;

-- Operators 1 to 2,000, of which the last 20 are inactive or blocked; parties up to 4,500; consumers up to 7,000.
insert into persons (id, kind, email, email_key, firstname, active, blocked) overriding system value
select i, case when i <= 2000 then 'OPERATOR' when i <= 4500 then 'PARTY' else 'CONSUMER' end,
  'Person' || i || '@bench.example', 'person' || i || '@bench.example', 'First' || i,
  i not between 1981 and 1990, i between 1991 and 2000
from generate_series(1, 7000) i;

insert into operator_groups (id, name, active) overriding system value
select g, 'Group ' || g, g <= 98 from generate_series(1, 100) g;
insert into operator_group_types
select g, code from generate_series(1, 100) g join case_types on (g + right(code, 3)::int) % 20 = 0;
insert into operator_group_members
select o, g from generate_series(1, 2000) o, lateral (values (1 + o % 100), (1 + o * 7 % 100)) m (g)
on conflict do nothing;
insert into operator_types
select o, code from generate_series(1, 2000) o join case_types on (o + right(code, 3)::int) % 10 = 0;

insert into sessions (token_hash, touchpoint_code, person_id, expires_at)
select sha256(('bench-session-' || s)::bytea),
  'tp' || case when s <= 5000 then 1 + (s - 1) / 10 % 50 else 1 + (s - 1) % 50 end,
  case when s <= 5000 then 1 + (s - 1) % 1980 else s - 3000 end,
  now() + interval '10 years'
from generate_series(1, 10000) s;

-- For each range of cases, from :first to :last.
insert into cases
select i, 1, type_code, category_code, (array['New', 'Open', 'Waiting', 'Solved'])[1 + i % 4],
  case when i % 4 = 3 then 'Fixed' else 'None' end,
  jsonb_build_object('amount', i % 100000 / 100.0, 'invoices', 1 + i % 120, 'urgent', i % 2 = 0),
  2001 + i % 2500, case when i % 10 > 0 then 1 + i % 1980 end, case when i % 10 = 0 then 1 + i / 10 % 100 end,
  now() - interval '1 day' - i * interval '1 second', now() - interval '1 day' - i * interval '1 second'
from generate_series(:first, :last) i
join numbered on p = i / 432 % 4 * 500
  + i % 432 + case when i % 432 >= 376 then 28 when i % 432 >= 100 then 24 else 0 end
order by i;

insert into case_events (case_id, version, kind, at, changes)
select i, 1, 'IMPORTED', now() - interval '1 day' - i * interval '1 second', '[]' from generate_series(:first, :last) i;

-- 2 comments per case; 10 if the id ends in 00; 10,000 on case 50.
insert into case_comments (case_id, version, position, text, internal, imported_author_id, imported_touchpoint_code,
  imported_at, terms)
select i, 1, position, 'Comment ' || position || ' on case ' || i || ', which is about as long as a real comment.',
  position % 5 = 0, 1 + (i + position) % 1980, 'tp' || 1 + position % 50, now() - interval '1 day' - i * interval '1 second',
  array_to_tsvector(array['comment', position::text, 'on', 'case', i::text, 'which', 'is', 'about', 'as', 'long', 'a', 'real'])
from generate_series(:first, :last) i,
  generate_series(1, case when i % 100 = 0 then 10 when i = 50 then 10000 else 2 end) position;

insert into case_terms select i, '' from generate_series(:first, :last) i;

-- After all ranges.
insert into person_terms
select id, array_to_tsvector(array['first' || id, 'person' || id || 'benchexample', id || 'benchexample', 'benchexample', 'example'])
from persons where kind = 'PARTY';
select setval(pg_get_serial_sequence('cases', 'id'), :cases), setval(pg_get_serial_sequence('persons', 'id'), 7000),
  setval(pg_get_serial_sequence('operator_groups', 'id'), 100);
drop table numbered;
set session_replication_role = origin;
