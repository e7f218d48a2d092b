-- Apostrophes, hyphens, spaces and dots within a name do not count in a search, as accents do not; and a name that was
-- written in another way is found by how it sounds.

-- A name as searches compare it: folded, and without what people leave out or put in. The server takes the same
-- characters out of what is typed.
create function kit.squeezed(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return translate(kit.fold(value), ' ''`´‘’ʻʼʽʾʿ′.·-‐‑‒–—―−', '');
end $$;

-- Each name squeezed, and, where that took something out, its pieces too: " zahra ndiaye zahra n diaye".
create function kit.search_name(first_name text, middle_name text, last_name text) returns text
language plpgsql immutable parallel safe as $$
declare
  squeezed constant text := concat_ws(' ', kit.squeezed(first_name), kit.squeezed(middle_name), kit.squeezed(last_name));
  pieces constant text := translate(kit.fold(concat_ws(' ', first_name, middle_name, last_name)),
    '''`´‘’ʻʼʽʾʿ′.·-‐‑‒–—―−', repeat(' ', 21));
begin
  return ' ' || case when pieces = squeezed then squeezed else squeezed || ' ' || pieces end;
end $$;

-- Takes the index of name parts with it.
alter table clients
  drop column search_name,
  add column search_name text collate "C" not null
    generated always as (kit.search_name(first_name, middle_name, last_name)) stored;
create index clients_by_search_name on clients using gin (organization_id, search_name gin_trgm_ops) where archived_at is null;

-- How a folded word sounds, roughly and across languages: no h, no doubled letters, and one letter for those that
-- names are spelled with in turn.
create function kit.sound(word text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(
    translate(replace(replace(replace(left(word, 40), 'ph', 'f'), 'sch', 's'), 'dt', 't'), 'cqzwyh', 'kksvi'),
    '(.)\1+', '\1', 'g');
end $$;

-- The letters of a word in the order of the alphabet: the same for a word with letters swapped.
create function kit.letters(word text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return (
    select '=' || string_agg(letter, '' order by letter collate "C")
      from unnest(string_to_array(left(word, 40), null)) letter);
end $$;

-- What a word is found by although letters of it are wrong: its sound, its sound without each letter in turn (so that two
-- words meet when a letter is missing, one too many, another one, or swapped with its neighbor), and its consonants,
-- as they are and without doubled ones.
create function kit.sound_keys(word text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  sound constant text := kit.sound(word);
  consonants constant text := translate(sound, 'aeiou', '');
  different constant text := regexp_replace(consonants, '(.)\1+', '\1', 'g');
  keys text[] := array[sound];
begin
  if length(sound) >= 4 then
    for at in 1 .. length(sound) loop
      keys := keys || overlay(sound placing '' from at for 1);
    end loop;
  end if;
  if length(consonants) >= 3 then
    keys := keys || (':' || consonants);
  end if;
  if length(different) >= 3 then
    keys := keys || (':' || different);
  end if;
  return keys;
end $$;

-- All that the words of a search_name are found by.
create function kit.name_keys(search_name text) returns tsvector language plpgsql immutable strict parallel safe as $$
begin
  return array_to_tsvector(array(
    select distinct key
      from unnest(string_to_array(search_name, ' ')) word, unnest(kit.sound_keys(word) || kit.letters(word)) key
     where key <> ''));
end $$;
create index clients_by_sound on clients using gin (organization_id, kit.name_keys(search_name)) where archived_at is null;

-- Names that are like every one of these words, as a question to name_keys. The first degree finds words with the same
-- letters, the second those that sound the same, the third those with a wrong letter. What was typed may be the beginning
-- of a name.
create function kit.names_like(words text[], degree integer) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  every tsquery;
  one tsquery;
  word text;
begin
  foreach word in array words loop
    select string_agg(
        '''' || replace(replace(key, '\', '\\'), '''', '''''') || ''''
        || case when key = kit.sound(word) or length(key) > 4 and key !~ '^[:=]' then ':*' else '' end, '|')::tsquery
      into one
      from unnest(case degree when 3 then kit.sound_keys(word)
                              when 2 then array[kit.sound(word)]
                              else array[kit.letters(word), case when length(word) < 3 then kit.sound(word) end] end) key
     where key <> '';
    every := case when every is null then one when one is null then every else every && one end;
  end loop;
  return every;
end $$;

-- People with a name like these words who do not hold all of them as `typed`, as patterns: some hundreds at most, the most
-- alike first. `granted_to` leaves those with a grant to one of these principals, and of so few that their names are
-- quickly compared it answers all; null leaves everybody. What the caller may see of them, and which names are close
-- enough, is asked by whoever reads the rows. Like LIKE, @@ cannot use an index under row-level security.
create function kit.clients_like(words text[], typed text[], granted_to bigint[]) returns table (id bigint)
language plpgsql stable security definer rows 100 set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_custom_plan set random_page_cost = 1.1 set max_parallel_workers_per_gather = 0 as $$
declare
  most constant integer := 400;
  organization constant bigint := kit.organization_id();
  granted bigint[];
  wanted tsquery;
  more integer;
  total integer := 0;
begin
  if granted_to is not null then
    granted := array(
      select g.record_id from record_permissions g
       where g.organization_id = organization and g.entity = 'clients' and g.principal = any (granted_to)
       limit most + 1);
    if cardinality(granted) <= most then
      return query select unnest(granted);
      return;
    end if;
  end if;
  for degree in 1 .. 3 loop
    wanted := kit.names_like(words, degree);
    if granted_to is null then
      return query
      select c.id from clients c
       where c.organization_id = organization and c.archived_at is null
         and kit.name_keys(c.search_name) @@ wanted and not c.search_name like all (typed)
       limit most;
    else
      -- Not a join: the planner would begin with the grants, and work out the keys of everybody who was granted.
      return query
      select c.id from clients c
       where c.organization_id = organization and c.archived_at is null
         and kit.name_keys(c.search_name) @@ wanted and not c.search_name like all (typed)
         and (select true from record_permissions g
               where g.organization_id = organization and g.entity = 'clients' and g.record_id = c.id
                 and g.principal = any (granted_to)
               limit 1)
       limit most;
    end if;
    get diagnostics more = row_count;
    total := total + more;
    exit when total >= most;
  end loop;
end $$;
revoke execute on function kit.clients_like from public;
grant execute on function kit.clients_like to :app;
