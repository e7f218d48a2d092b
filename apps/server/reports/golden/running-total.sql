select result.*
from (select visits."w_c1" as "c0", visits."client_id" as "client_id", visits."id" as response_visits, visits."client_id" as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from (select visits.*, case when visits."completed_at" is not null then sum(visits."n01"::float8) over (partition by visits."client_id", visits."completed_at" is null order by visits."completed_at" asc, visits."id" asc rows unbounded preceding) end as "w_c1"
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and ("responses"."client_id" is not null and (true and true))) visits) visits
where true and true and true and true) result order by "result"."t0", "result"."t1", "result"."t2"
limit $3 offset $4
-- $1 the organization, $2 visits, $3 25, $4 0
