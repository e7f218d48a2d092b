select result.*, count(*) over () as groups, (sum(row_count) over ())::bigint as rows
from (select "c0", avg("c1"::float8) as "c1", (100 * count(distinct "c2"))::float8 / nullif(sum(count(*) filter (where "c2_is_first")) over (), 0)::float8 as "c2", count(*) as row_count
from (select rows.*, "c2" is not null and row_number() over (partition by "c2") = 1 as "c2_is_first"
from (select visits."w_c1" as "c0", visits."w_c2" as "c1", visits."client_id" as "c2", visits."client_id" as "client_id", visits."id" as response_visits, visits."client_id" as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from (select visits.*
from ( select visits.*, case when count(visits."n01") over (partition by visits."client_id") > 1 then case sign(round((first_value(visits."n01") over (partition by visits."client_id" order by visits."n01" is null, visits."completed_at" desc, visits."id" desc) - first_value(visits."n01") over (partition by visits."client_id" order by visits."n01" is null, visits."completed_at" asc, visits."id" asc))::numeric, 10)::float8) when 0 then 'same' when -1 then 'improved' else 'worse' end end as "w_c1", case when count(visits."n01") over (partition by visits."client_id") > 1 then round((first_value(visits."n01") over (partition by visits."client_id" order by visits."n01" is null, visits."completed_at" desc, visits."id" desc) - first_value(visits."n01") over (partition by visits."client_id" order by visits."n01" is null, visits."completed_at" asc, visits."id" asc))::numeric, 10)::float8 end as "w_c2", row_number() over (partition by visits."client_id" order by visits."completed_at" desc, visits."id" desc) as turn
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and ("responses"."client_id" is not null and (true and true))) visits
where visits."completed_at" is not null ) visits
where turn = 1) visits
where true and true and true and true) rows) rows
group by "c0") result order by "result"."c0" collate "C"
limit $3 offset $4
-- $1 the organization, $2 visits, $3 25, $4 0
