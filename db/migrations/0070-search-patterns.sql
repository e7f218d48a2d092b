-- A word as a pattern for LIKE that finds it wherever it stands in folded text. Its own wildcards are taken literally once
-- it is folded: folding turns ％, ＿ and ＼ into %, _ and \.
create function kit.pattern(word text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return '%' || regexp_replace(kit.fold(word), '([\\%_])', '\\\1', 'g') || '%';
end $$;
