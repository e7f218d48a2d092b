select result.*
from (select visits."n01" as "c0", visits."client_id" as "client_id", visits."id" as response_visits, visits."client_id" as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from (select visits.*
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and (("responses"."client_id" is not null and not exists (select "clients"."id"
from "clients"
where "clients"."organization_id" = $3 and "clients"."id" = "responses"."client_id" and "clients"."archived_at" is not null)) and (true and true))) visits
where ((not (((visits."completed_at" at time zone $4)) is null) and ((not ((visits."completed_at" < (($5::date)::timestamp at time zone $6) or visits."completed_at" >= (($7::date + 1)::timestamp at time zone $8)))))))) visits
where true and true and true and true) result order by "result"."t0", "result"."t1", "result"."t2"
limit $9 offset $10
-- $1 the organization, $2 visits, $3 the organization, $4 "America/New_York", $5 "a day", $6 "America/New_York", $7 "a day", $8 "America/New_York", $9 25, $10 0
