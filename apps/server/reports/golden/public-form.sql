select result.*
from (select visits."n01" as "c0", clients.id as "client_id", visits."id" as response_visits, clients.id as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from (select "responses"."id", "responses"."completed_at", "responses"."answers", "responses"."calculation_results", "responses"."created_at", "responses"."updated_at", "responses"."administrator_id", "responses"."updated_by_id", "slots"."d01", "slots"."n01", "slots"."s01", person.id as client_id, link.id as link_id
from responses
left join response_slots slots on slots.organization_id = $1 and slots.form_id = $2 and slots.id = responses.id
left join public_form_links link on link.organization_id = $3 and link.instance_id = responses.id
left join responses made on made.organization_id = $4 and made.id = link.response_id
left join (select clients.id
from clients
where clients.organization_id = $5 and ("clients"."archived_at" is null and true)) person on person.id = made.client_id
where responses.organization_id = $6 and responses.form_id = $7 and ("responses"."public_form_id" is not null and (true and true))) visits
left join clients on clients.organization_id = $8 and clients.id = visits."client_id"
left join household_members membership on membership.organization_id = $9 and membership.client_id = clients.id and membership.ended_on is null
where ((not (((visits."link_id" is not null)) is null) and (not (visits."link_id" is not null))))) result order by "result"."t0", "result"."t1", "result"."t2"
limit $10 offset $11
-- $1 the organization, $2 visits, $3 the organization, $4 the organization, $5 the organization, $6 the organization, $7 visits, $8 the organization, $9 the organization, $10 25, $11 0
