select result.*
from (select "clients"."id" as "c0", visits."n01" as "c1", calls."n01" as "c2", clients.id as "client_id", visits."id" as response_visits, calls."id" as response_calls, clients.id as "t0", spine.place as "t1"
from clients
join ((select visits.*, row_number() over (partition by client_id order by completed_at, id) as place
from (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and (true and true)) visits
where ((not ((visits."n01") is null) and (visits."n01" > $3::float8)))) visits) visits
full join (select calls.*, row_number() over (partition by client_id order by completed_at, id) as place
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."n01"
from response_slots responses
where responses.organization_id = $4 and responses.form_id = $5 and (true and true)) calls) calls using (client_id, place) as spine) on clients.id = "spine"."client_id"
where clients.organization_id = $6 and ("clients"."archived_at" is null and true) and true and true and (visits."id" is not null or exists (select
from (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $7 and responses.form_id = $8 and (true and true)) visits
where ((not ((visits."n01") is null) and (visits."n01" > $9::float8)))) own
where own.client_id = clients.id)) and true) result order by "result"."t0", "result"."t1"
limit $10 offset $11
-- $1 the organization, $2 visits, $3 5, $4 the organization, $5 calls, $6 the organization, $7 the organization, $8 visits, $9 5, $10 25, $11 0
