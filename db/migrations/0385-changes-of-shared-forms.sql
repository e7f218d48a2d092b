-- What a shared form was before its owner changed it, and since when it is told what is otherwise. Null before the first
-- change, and where nobody kept that.
alter table shared_forms add column before jsonb, add column told_since timestamptz;
