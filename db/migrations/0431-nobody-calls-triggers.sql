-- Functions with their owner's rights that only triggers run. A trigger asks for no right when it fires.
revoke execute on function kit.fields_changed(), kit.groups_changed(), kit.keep_decisions(), kit.keep_version()
  from public;
