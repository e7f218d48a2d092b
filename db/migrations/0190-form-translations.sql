-- What strangers read of a form, in other languages: a row a language.
create table form_translations (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  -- By its code, such as es or zh-Hans.
  language text not null,
  -- {key: {text, original}}: each text with what it was made of, so that it can be told when that has changed since.
  texts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint form_translations_language unique (organization_id, form_id, language),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
call kit.tenant('form_translations');
call kit.keep_versions('form_translations', 'forms', 'form_id', 'language',
  left_out => '{form_id,language}', kind => 'translation');
