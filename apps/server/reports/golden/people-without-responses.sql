select result.*
from (select "clients"."id" as "c0", visits."n01" as "c1", "clients"."id" as "client_id", visits."id" as response_visits, "clients"."id" as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from clients
left join (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and (("responses"."client_id" is not null and not exists (select "clients"."id"
from "clients"
where "clients"."organization_id" = $3 and "clients"."id" = "responses"."client_id" and "clients"."archived_at" is not null)) and (true and true))) visits on visits."client_id" = clients.id
where clients.organization_id = $4 and ("clients"."archived_at" is null and true) and true and true and true) result order by "result"."t0", "result"."t1", "result"."t2"
limit $5 offset $6
-- $1 the organization, $2 visits, $3 the organization, $4 the organization, $5 25, $6 0
