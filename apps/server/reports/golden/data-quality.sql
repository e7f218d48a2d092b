select result.*, count(*) over () as groups, (sum(row_count) over ())::bigint as rows
from (select "c0", "c1", count(distinct "c2") as "c2", count(*) as row_count
from (select quality.question as "c0", quality.status as "c1", visits."client_id" as "c2", visits."client_id" as "client_id", visits."id" as response_visits, visits."client_id" as "t0", visits."completed_at" as "t1", visits."id" as "t2", quality.place as "t3"
from (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01", "written"."answers", "written"."calculation_results", "written"."created_at", "written"."updated_at", "written"."administrator_id", "written"."updated_by_id"
from response_slots responses
left join responses written on written.organization_id = $1 and written.id = responses.id
where responses.organization_id = $2 and responses.form_id = $3 and ("responses"."client_id" is not null and (true and true))) visits
where ((not ((visits."n01") is null) and (visits."n01" > $4::float8)))) visits
join lateral (select unnest($5::integer[]), unnest($6::text[]), unnest(array[case when visits."n01" is not null then 'answered' else 'missing' end, case when visits."s01" is not null then 'answered' else 'missing' end, case when (visits."d01" at time zone 'UTC')::date is not null then 'answered' else 'missing' end, case when ((visits."answers" -> $7) #>> '{}') is not null then 'answered' else 'missing' end]::text[])) quality (place, question, status) on quality.status is not null and visits."id" is not null
where true and true and true and true and (not quality.status = $8)) rows
group by "c0", "c1") result order by case when "result"."c0" is not null then coalesce(array_position($9::text[], "result"."c0"::text), $10::integer) end, "result"."c0" collate "C", case when "result"."c1" is not null then coalesce(array_position($11::text[], "result"."c1"::text), $12::integer) end, "result"."c1" collate "C"
limit $13 offset $14
-- $1 the organization, $2 the organization, $3 visits, $4 5, $5 [0,1,2,3], $6 ["Score","Color","Seen","Told"], $7 Told, $8 "answered", $9 ["Score","Color","Seen","Told"], $10 5, $11 ["answered","unknown","declined","not_collected","missing"], $12 6, $13 25, $14 0
