-- Not only periods without records are shown, but bands too.
update report_definitions
   set settings = settings - 'empty_periods' || jsonb_build_object('empty_groups', settings -> 'empty_periods')
 where settings ? 'empty_periods';
