-- A word of a search may come with others that people of that name are called by, divided by bars: "bob|robert|rob". These
-- are looked for as they sound; only the word itself may be mistaken, or the beginning of a name.
create or replace function kit.names_like(words text[], degree integer) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  every tsquery;
  one tsquery;
  entry text;
  word text;
begin
  foreach entry in array words loop
    word := split_part(entry, '|', 1);
    select string_agg(
        '''' || replace(replace(key, '\', '\\'), '''', '''''') || ''''
        || case when is_word and (key = kit.sound(word) or length(key) > 4 and key !~ '^[:=]') then ':*' else '' end, '|')::tsquery
      into one
      from (select key, true as is_word
              from unnest(case degree when 3 then kit.sound_keys(word)
                                      when 2 then array[kit.sound(word)]
                                      else array[kit.letters(word), case when length(word) < 3 then kit.sound(word) end] end) key
            union all
            select kit.sound(other), false from unnest(string_to_array(entry, '|')) with ordinality others (other, place) where place > 1) keys
     where key <> '';
    every := case when every is null then one when one is null then every else every && one end;
  end loop;
  return every;
end $$;
