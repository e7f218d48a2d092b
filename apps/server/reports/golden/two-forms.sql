select result.*
from (select "spine"."client_id" as "c0", visits."n01" as "c1", calls."n01" as "c2", "spine"."client_id" as "client_id", visits."id" as response_visits, calls."id" as response_calls, "spine"."client_id" as "t0", spine.place as "t1"
from ((select visits.*, row_number() over (partition by client_id order by completed_at, id) as place
from (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and (("responses"."client_id" is not null and not exists (select "clients"."id"
from "clients"
where "clients"."organization_id" = $3 and "clients"."id" = "responses"."client_id" and "clients"."archived_at" is not null)) and (true and true))) visits
where ((not ((visits."n01") is null) and (visits."n01" > $4::float8)))) visits) visits
full join (select calls.*, row_number() over (partition by client_id order by completed_at, id) as place
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."n01"
from response_slots responses
where responses.organization_id = $5 and responses.form_id = $6 and (("responses"."client_id" is not null and not exists (select "clients"."id"
from "clients"
where "clients"."organization_id" = $7 and "clients"."id" = "responses"."client_id" and "clients"."archived_at" is not null)) and (true and true))) calls) calls using (client_id, place) as spine)
where true and true and true and (visits."id" is not null or exists (select
from (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $8 and responses.form_id = $9 and (("responses"."client_id" is not null and not exists (select "clients"."id"
from "clients"
where "clients"."organization_id" = $10 and "clients"."id" = "responses"."client_id" and "clients"."archived_at" is not null)) and (true and true))) visits
where ((not ((visits."n01") is null) and (visits."n01" > $11::float8)))) own
where own.client_id = "spine"."client_id")) and true) result order by "result"."t0", "result"."t1"
limit $12 offset $13
-- $1 the organization, $2 visits, $3 the organization, $4 5, $5 the organization, $6 calls, $7 the organization, $8 the organization, $9 visits, $10 the organization, $11 5, $12 25, $13 0
