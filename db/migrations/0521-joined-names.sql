-- Names are found however they are joined: typed without the space of a Chinese name, in either order, or without the joiner
-- of a Persian one. Signs that nobody sees don't count.

-- What no name is known by; the server takes the same characters out of what is typed. Signs that divide a name come first.
create or replace function kit.squeezed(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return translate(kit.fold(value),
    U&' ''`´‘’ʻʼʽʾʿ′.·-‐‑‒–—―−\00A0\200C\3000\30FB\00AD\034F\061C\180E\200B\200D\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF',
    '');
end $$;

-- Each name squeezed; where that took something out, its pieces too: " zahra ndiaye zahra n diaye"; and, where a name is
-- written without spaces, both orders: " 小明 王 王小明 小明王".
create or replace function kit.search_name(first_name text, middle_name text, last_name text) returns text
language plpgsql immutable parallel safe as $$
declare
  first constant text := kit.squeezed(first_name);
  middle constant text := kit.squeezed(middle_name);
  last constant text := kit.squeezed(last_name);
  squeezed constant text := concat_ws(' ', first, middle, last);
  pieces constant text := translate(kit.fold(concat_ws(' ', first_name, middle_name, last_name)),
    U&'''`´‘’ʻʼʽʾʿ′.·-‐‑‒–—―−\00A0\200C\3000\30FB\00AD\034F\061C\180E\200B\200D\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF',
    repeat(' ', 25));
begin
  return ' ' || squeezed
    || case when pieces = squeezed then '' else ' ' || pieces end
    || case when squeezed ~ '[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\U00020000-\U0003FFFF]'
         then concat(' ', last, first, middle, ' ', first, middle, last) else '' end;
end $$;

-- The names that are stored already are written again by a task, once the server runs, some hundred at a time. A new database
-- has neither.
do $$ begin
  if to_regnamespace('graphile_worker') is not null then
    perform graphile_worker.add_job('refill_names', json_build_object('organization_id', o.id)) from organizations o;
  end if;
end $$;
