-- What joins as it is recorded stands in the data group since then, in the order in which it was recorded.
create or replace function kit.join_data_groups(organization bigint, kind text, ids bigint[], creators bigint[], times timestamptz[])
returns void language plpgsql as $$
begin
  perform 1 from data_groups g
    where g.organization_id = organization and g.smart_types is not null
    order by g.id for share;
  if not found then return; end if;
  insert into data_group_records (organization_id, data_group_id, record_type, record_id, automatic, created_at)
  select organization, g.id, kind, n.id, true, n.created_at
    from data_groups g cross join unnest(ids, creators, times) n (id, creator, created_at)
   where g.organization_id = organization and g.smart_types is not null and kind = any(g.smart_types)
     and (g.smart_from is null or n.created_at >= g.smart_from)
     and (g.smart_until is null or n.created_at < g.smart_until)
     and g.smart_creators <@ (n.creator || array(
       select -held.permission_group_id from membership_permission_groups held
        where held.organization_id = organization and held.membership_id = n.creator))
   order by n.id, g.id
  on conflict (organization_id, record_type, record_id, data_group_id) do nothing;
end $$;
