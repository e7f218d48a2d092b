select rows, rows as groups
from (select coalesce(sum(greatest(visits."own")), 0)::bigint as rows
from (select client_id, count(*) as own
from (select visits.client_id
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and ("responses"."client_id" is not null and (true and true))) visits
where visits."completed_at" is not null
group by visits.client_id) own
group by client_id) visits
where true and true and true and true) counted
-- $1 the organization, $2 visits
