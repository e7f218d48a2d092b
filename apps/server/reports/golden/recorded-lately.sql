select result.*
from (select visits."n01" as "c0", clients.id as "client_id", visits."id" as response_visits, clients.id as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from clients
join (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and (true and true)) visits
where ((not (((visits."completed_at" at time zone $3)) is null) and ((not ((visits."completed_at" < (($4::date)::timestamp at time zone $5) or visits."completed_at" >= (($6::date + 1)::timestamp at time zone $7)))))))) visits on clients.id = visits."client_id"
where clients.organization_id = $8 and ("clients"."archived_at" is null and true) and true and true and true) result order by "result"."t0", "result"."t1", "result"."t2"
limit $9 offset $10
-- $1 the organization, $2 visits, $3 "America/New_York", $4 "a day", $5 "America/New_York", $6 "a day", $7 "America/New_York", $8 the organization, $9 25, $10 0
