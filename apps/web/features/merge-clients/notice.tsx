import { IconCopy } from '@tabler/icons-react';
import { clientRoutes, hiddenDuplicate } from '#contract/resources/clients.ts';
import { useMay } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { counted, fullName } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Banner } from '#web/ui/banner.tsx';

/** So many are named; of the others it is told how many they are. */
const maxNamed = 3;

const named = (names: readonly string[]): string => {
  const others = names.length - maxNamed;
  const all = others > 0 ? [...names.slice(0, maxNamed), counted(others, 'other')] : names;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
};

/** Under the head of a person: who may be the same, and the way to decide about it. */
export const DuplicatesNotice = ({ id }: { id: number }) => {
  const { data: person } = useRouteQuery(clientRoutes.show, { params: { id } });
  const may = useMay();
  if (person?.has_hidden_duplicates) return <Banner icon={IconCopy}>{hiddenDuplicate}</Banner>;
  if (!person || person.duplicates.length === 0) return null;
  const { duplicates } = person;
  return (
    <Banner
      icon={IconCopy}
      {...(may(clientRoutes.update, id) && {
        action: { label: 'Review duplicates', to: `${places.clients.at}/${id}/merge` },
      })}
    >
      {counted(duplicates.length, 'possible duplicate')}: {named(duplicates.map(fullName))}
    </Banner>
  );
};
