-- Why an organization was erased, where somebody said it: it stands on the certificate.
alter table erasure_certificates add column reason text;
