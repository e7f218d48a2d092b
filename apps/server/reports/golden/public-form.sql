select result.*
from (select visits."n01" as "c0", clients.id as "client_id", visits."id" as response_visits, clients.id as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."answers", "responses"."calculation_results", "responses"."created_at", "responses"."updated_at", "responses"."administrator_id", "responses"."updated_by_id", "slots"."d01", "slots"."n01", "slots"."s01"
from responses
left join response_slots slots on slots.organization_id = $1 and slots.form_id = $2 and slots.id = responses.id
where responses.organization_id = $3 and responses.form_id = $4 and ("responses"."public_form_id" is not null and (true and true))) visits
where true) visits
left join public_form_links link on link.organization_id = $5 and link.instance_id = visits."id"
left join responses made on made.organization_id = $6 and made.id = link.response_id
left join clients on clients.organization_id = $7 and clients.id = made.client_id and ("clients"."archived_at" is null and true)
left join household_members membership on membership.organization_id = $8 and membership.client_id = clients.id and membership.ended_on is null
where ((not (((link.id is not null)) is null) and (not (link.id is not null))))) result order by "result"."t0", "result"."t1", "result"."t2"
limit $9 offset $10
-- $1 the organization, $2 visits, $3 the organization, $4 visits, $5 the organization, $6 the organization, $7 the organization, $8 the organization, $9 25, $10 0
