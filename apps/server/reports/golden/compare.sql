select result.*
from (select visits."client_id" as "c0", visits."w_c2" as "c1", visits."client_id" as "client_id", visits."id" as response_visits, visits."client_id" as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from (select visits.*
from ( select visits.*, case when count(visits."n01") over (partition by visits."client_id") > 1 then first_value(visits."n01") over (partition by visits."client_id" order by visits."n01" is null, visits."completed_at" desc, visits."id" desc) - first_value(visits."n01") over (partition by visits."client_id" order by visits."n01" is null, visits."completed_at" asc, visits."id" asc) end as "w_c2", row_number() over (partition by visits."client_id" order by visits."completed_at" desc, visits."id" desc) as turn
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $1 and responses.form_id = $2 and ("responses"."client_id" is not null and (true and true))) visits
where visits."completed_at" is not null ) visits
where turn = 1) visits
where true and true and true and true) result order by "result"."t0", "result"."t1", "result"."t2"
limit $3 offset $4
-- $1 the organization, $2 visits, $3 25, $4 0
