-- Finds who is linked to a record of the referral system, before somebody else is.
create index on clients (organization_id, case_worthy_client_id) where case_worthy_client_id is not null;
