select result.*
from (select rows.*, case when abs((("c0" - date '1970-01-01')::float8 + "c1"::float8)) < 2000000 then date '1970-01-01' + floor((("c0" - date '1970-01-01')::float8 + "c1"::float8))::int end as "c2"
from (select (visits."d01" at time zone 'UTC')::date as "c0", visits."n01" as "c1", clients.id as "client_id", visits."id" as response_visits, clients.id as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from clients
join (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and (true and true)) visits on clients.id = visits."client_id"
where clients.organization_id = $3 and ("clients"."archived_at" is null and true) and true and true and true) rows) result order by "result"."t0", "result"."t1", "result"."t2"
limit $4 offset $5
-- $1 the organization, $2 visits, $3 the organization, $4 25, $5 0
