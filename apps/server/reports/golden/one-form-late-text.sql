select page.*, ((visits."answers" -> $1) #>> '{}') as "c1"
from (select result.*
from (select visits."n01" as "c0", visits."n01" as "c0_sorted", visits."client_id" as "client_id", visits."id" as response_visits, visits."client_id" as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $2 and responses.form_id = $3 and (("responses"."client_id" is not null and not exists (select "clients"."id"
from "clients"
where "clients"."organization_id" = $4 and "clients"."id" = "responses"."client_id" and "clients"."archived_at" is not null)) and (true and true))) visits
where true and true and true and true) result order by "result"."c0_sorted" desc nulls last, "result"."t0", "result"."t1", "result"."t2"
limit $5 offset $6) page
left join (select written.id, "written"."answers", "written"."calculation_results", "written"."created_at", "written"."updated_at", "written"."administrator_id", "written"."updated_by_id"
from responses written
where written.organization_id = $7) visits on visits."id" = page.response_visits order by "page"."c0_sorted" desc nulls last, "page"."t0", "page"."t1", "page"."t2"
-- $1 Told, $2 the organization, $3 visits, $4 the organization, $5 25, $6 0, $7 the organization
