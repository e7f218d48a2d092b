select count(*) as rows, count(*) as groups
from clients
join (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and (true and true)) visits
where ((not ((visits."n01") is null) and (visits."n01" > $3::float8)))) visits on clients.id = visits."client_id"
where clients.organization_id = $4 and ("clients"."archived_at" is null and true) and true and true and true
-- $1 the organization, $2 visits, $3 5, $4 the organization
