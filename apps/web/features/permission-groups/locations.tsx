import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { useMay } from '#web/access/account.tsx';
import { useLeaving } from '#web/access/leaving.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { ApiError } from '#web/kit/api.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, VerbFoot } from '#web/ui/dialog.tsx';
import { ErrorSummary, focusField } from '#web/ui/error-summary.tsx';
import { PointMap } from '#web/ui/map.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { Group } from './group.ts';
import css from './locations.module.css';
import { PlaceForm } from './place-form.tsx';
import { PlaceList } from './place-list.tsx';
import { blankPlace, type Place, type PlaceDraft, placeErrors, placesOf, positionOf, sentPlaces } from './places.ts';

const adding = 'add-location';

/** What the server says of the list, with the name of the place that it is about. */
const withNames =
  (places: Place[]) =>
  ({ status, errors }: ApiError): string[] | undefined =>
    status !== 422
      ? undefined
      : Object.entries(errors).flatMap(([path, messages]) => {
          const place = places[Number(/^locations\.(\d+)/.exec(path)?.[1])];
          return place ? messages.map((message) => `${place.name}: ${message}`) : messages;
        });

/** The places of a group in a list and on a map: held here until Save, which replaces the list. */
export const Locations = ({ group, onClose }: { group: Group; onClose: () => void }) => {
  const params = { id: group.id };
  const mayWrite = useMay()(permissionGroupRoutes.setLocations, group.id);
  const loaded = useRouteQuery(permissionGroupRoutes.locations, { params }, { gcTime: 0 });
  const { data } = loaded;
  const { mutateAsync } = useWrite(permissionGroupRoutes.setLocations);
  const made = useRef(0);
  const [isEditing, setEditing] = useState(false);

  const list = useForm(
    { places: null as Place[] | null },
    async ({ places }) => {
      const sent = places ?? [];
      return mutateAsync({ sent: { params, body: { locations: sentPlaces(sent) } } }).catch((error) => {
        throw inDialog(error, withNames(sent));
      });
    },
    () => {
      toast.success('Locations saved');
      onClose();
    },
  );
  const places = list.values.places ?? (data ? placesOf(data.data) : []);
  const place = useForm(
    blankPlace,
    async (draft: PlaceDraft) => {
      const errors = placeErrors(draft);
      if (Object.keys(errors).length > 0) throw new ApiError(422, errors);
      return draft;
    },
    ({ problems: _, ...taken }) => {
      const isKnown = places.some(({ key }) => key === taken.key);
      list.set('places', isKnown ? places.map((one) => (one.key === taken.key ? taken : one)) : [...places, taken]);
      showList();
    },
  );
  const isDirty = list.isDirty || (isEditing && place.isDirty);
  const { leave, question } = useLeaving(isDirty);
  const draft = place.values;
  const isNew = !places.some(({ key }) => key === draft.key);

  const edit = (one: Place | null) => {
    place.reset(one ? { ...one, problems: {} } : { ...blankPlace, key: `new ${made.current++}` });
    flushSync(() => setEditing(true));
    focusField('name');
  };
  const showList = () => {
    flushSync(() => setEditing(false));
    focusField(adding);
  };
  const remove = (key: string) => {
    flushSync(() =>
      list.set(
        'places',
        places.filter((one) => one.key !== key),
      ),
    );
    focusField(adding);
  };

  const shown = isEditing ? [...places.filter(({ key }) => key !== draft.key), draft] : places;
  const points = shown.flatMap((one) => {
    const at = positionOf(one);
    const number = places.findIndex(({ key }) => key === one.key) + 1;
    return at ? [{ key: one.key, name: one.name || 'New place', at, sign: String(number || places.length + 1) }] : [];
  });

  return (
    <Dialog
      opened
      title={`Locations of ${group.name}`}
      width={960}
      dirty={isDirty}
      onClose={() => leave(onClose)}
      note={isDirty ? 'Not saved yet' : ''}
      foot={
        isEditing ? (
          <>
            <Button onClick={() => (place.isDirty ? leave(showList) : showList())}>Back to list</Button>
            <Button tone="filled" onClick={() => void place.submit()}>
              {isNew ? 'Add to list' : 'Update in list'}
            </Button>
          </>
        ) : mayWrite ? (
          <VerbFoot
            onClose={() => leave(onClose)}
            verb="Save"
            disabled={!data}
            busy={list.isSaving}
            onClick={() => (list.isDirty ? void list.submit() : onClose())}
          />
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <Answered of={loaded} skeleton={<AreaSkeleton label="Loading locations" height={240} />}>
        {() => (
          <div className={css.panes}>
            <div className={css.pane}>
              <ErrorSummary errors={list.summary} attempt={list.attempt} />
              {isEditing ? (
                <PlaceForm form={place} isNew={isNew} />
              ) : (
                <PlaceList
                  adding={adding}
                  places={places}
                  onAdd={mayWrite ? () => edit(null) : undefined}
                  onEdit={edit}
                  onRemove={remove}
                />
              )}
            </div>
            <div className={css.map}>
              <PointMap
                label={`Map of the locations of ${group.name}`}
                points={points}
                current={isEditing ? draft.key : undefined}
                onChoose={
                  mayWrite && !isEditing ? (key) => edit(places.find((one) => one.key === key) ?? null) : undefined
                }
                onPlace={
                  isEditing
                    ? ([latitude, longitude]) => {
                        place.set('latitude', latitude);
                        place.set('longitude', longitude);
                        place.set('problems', {});
                      }
                    : undefined
                }
              />
            </div>
          </div>
        )}
      </Answered>
      {question}
    </Dialog>
  );
};
