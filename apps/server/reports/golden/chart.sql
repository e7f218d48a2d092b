select "told"."c0", "told"."rest0", sum("v0") as "v0"
from ( select case when ("many0" <= $1 or "place0" <= $2) then "c0" end as "c0", case when ("many0" <= $3 or "place0" <= $4) then 0 else "many0" - $5 end as "rest0", "v0"
from (select placed.*, max("place0") over () as "many0"
from ( select sized.*, dense_rank() over (order by "size0" desc nulls last, "c0") as "place0"
from (select parts.*, sum(size) over (partition by "c0") as "size0"
from (select "c0", sum("result"."c1"::float8) as "v0", sum("result"."c1"::float8) as size
from (select visits."s01" as "c0", visits."n01" as "c1", visits."client_id" as "client_id", visits."id" as response_visits, visits."client_id" as "t0", visits."completed_at" as "t1", visits."id" as "t2"
from (select "responses"."id", "responses"."client_id", "responses"."completed_at", "responses"."d01", "responses"."n01", "responses"."s01"
from response_slots responses
where responses.organization_id = $6 and responses.form_id = $7 and (("responses"."client_id" is not null and not exists (select "clients"."id"
from "clients"
where "clients"."organization_id" = $8 and "clients"."id" = "responses"."client_id" and "clients"."archived_at" is not null)) and (true and true))) visits
where true and true and true and true) result
group by "c0") parts) sized) placed) ranked) told
group by "told"."c0", "told"."rest0" order by "told"."rest0", "told"."c0"
-- $1 200, $2 50, $3 200, $4 50, $5 50, $6 the organization, $7 visits, $8 the organization
