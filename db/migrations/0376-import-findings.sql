-- What the check of an import found, for who looks at it: errors by kind with the first of them, and the first rows of the
-- file that change something. What they change is worked out when somebody looks.
alter table imports add column findings jsonb;
