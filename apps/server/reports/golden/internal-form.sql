select result.*
from (select things."s01" as "c0", things."id" as response_things, things."created_at" as "t0", things."id" as "t1"
from (select "responses"."id", "responses"."completed_at", "responses"."answers", "responses"."calculation_results", "responses"."created_at", "responses"."updated_at", "responses"."administrator_id", "responses"."updated_by_id", "slots"."s01", null::bigint as client_id
from responses
left join response_slots slots on slots.organization_id = $1 and slots.form_id = $2 and slots.id = responses.id
where responses.organization_id = $3 and responses.form_id = $4 and ("responses"."client_id" is null and "responses"."public_form_id" is null and true)) things
where true) result order by "result"."t0", "result"."t1"
limit $5 offset $6
-- $1 the organization, $2 things, $3 the organization, $4 things, $5 25, $6 0
