select result.*, count(*) over () as groups, (sum(row_count) over ())::bigint as rows
from (select "c0", avg("c1"::float8) as "c1", count("c2") filter (where "c2_counts") as "c2", count(*) as row_count
from (select visits."s01" as "c0", visits."n01" as "c1", visits."client_id" as "c2", ((not ((visits."n01") is null) and (visits."n01" > $1::float8))) as "c2_counts", visits."client_id" as "client_id", visits."id" as response_visits, visits."client_id" as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $2 and responses.form_id = $3 and ("responses"."client_id" is not null and (true and true))) visits
where true and true and true and true) rows
group by "c0") result order by "result"."c0" collate "C"
limit $4 offset $5
-- $1 5, $2 the organization, $3 visits, $4 25, $5 0
