-- Gender and the last 4 of SSN may be recorded as unknown or declined, where the organization allows it.
alter table organizations add column allow_unknown boolean not null default false;
grant update (allow_unknown) on organizations to :app;
alter table organization_states add column allow_unknown boolean not null default false;

alter table clients drop constraint clients_gender_check;
alter table clients add constraint clients_gender_check check (gender in
  ('female', 'male', 'trans_female_to_male', 'trans_male_to_female', 'non_binary', 'unknown', 'declined'));
alter table household_members drop constraint household_members_gender_check;
alter table household_members add constraint household_members_gender_check check (gender in
  ('female', 'male', 'trans_female_to_male', 'trans_male_to_female', 'non_binary', 'unknown', 'declined'));
