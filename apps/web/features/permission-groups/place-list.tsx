import { IconMapPin, IconMapPinOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './locations.module.css';
import { type Place, positionOf } from './places.ts';

/** The places, numbered as on the map. */
export const PlaceList = ({
  adding,
  places,
  onAdd,
  onEdit,
  onRemove,
}: {
  /** The id of the button that adds. */
  adding: string;
  places: Place[];
  /** Absent for who may only read. */
  onAdd?: (() => void) | undefined;
  onEdit: (place: Place) => void;
  onRemove: (key: string) => void;
}) => (
  <>
    {places.length === 0 && (
      <EmptyState
        icon={IconMapPin}
        title="No Locations Present"
        helper="Locations are the group’s offices or shelters. They don’t affect access."
      />
    )}
    <ol className={css.places}>
      {places.map((place, index) => (
        <li key={place.key} className={css.place}>
          <span className={css.number} aria-hidden>
            {index + 1}
          </span>
          <div className={css.words}>
            <p className={css.name}>{place.name}</p>
            <p className={css.address}>{place.address}</p>
            {!positionOf(place) && <StatusBadge icon={IconMapPinOff}>Not on the map</StatusBadge>}
          </div>
          {onAdd && (
            <span className={css.tools}>
              <IconButton size="small" label={`Edit ${place.name}`} icon={IconPencil} onClick={() => onEdit(place)} />
              <IconButton
                size="small"
                label={`Remove ${place.name}`}
                icon={IconTrash}
                onClick={() => onRemove(place.key)}
              />
            </span>
          )}
        </li>
      ))}
    </ol>
    {onAdd && (
      <div>
        <Button id={adding} icon={IconPlus} onClick={onAdd}>
          Add location
        </Button>
      </div>
    )}
  </>
);
