select rows, rows as groups
from (select coalesce(sum(greatest(visits."own", calls."own")), 0)::bigint as rows
from ((select client_id, count(*) as own
from (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and (("responses"."client_id" is not null and not exists (select "clients"."id"
from "clients"
where "clients"."organization_id" = $3 and "clients"."id" = "responses"."client_id" and "clients"."archived_at" is not null)) and (true and true))) visits
where ((not ((visits."n01") is null) and (visits."n01" > $4::float8)))) own
group by client_id) visits
full join (select client_id, count(*) as own
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."n01"
from response_slots responses
where responses.organization_id = $5 and responses.form_id = $6 and (("responses"."client_id" is not null and not exists (select "clients"."id"
from "clients"
where "clients"."organization_id" = $7 and "clients"."id" = "responses"."client_id" and "clients"."archived_at" is not null)) and (true and true))) own
group by client_id) calls using (client_id) as spine)
where true and true and true and (visits."own" is not null or exists (select
from (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $8 and responses.form_id = $9 and (("responses"."client_id" is not null and not exists (select "clients"."id"
from "clients"
where "clients"."organization_id" = $10 and "clients"."id" = "responses"."client_id" and "clients"."archived_at" is not null)) and (true and true))) visits
where ((not ((visits."n01") is null) and (visits."n01" > $11::float8)))) own
where own.client_id = "spine"."client_id")) and true) counted
-- $1 the organization, $2 visits, $3 the organization, $4 5, $5 the organization, $6 calls, $7 the organization, $8 the organization, $9 visits, $10 the organization, $11 5
