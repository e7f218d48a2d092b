import { crossTable, type PercentOf, percentages, zoom } from '#reports/views.ts';
import type { Form } from '#web/kit/use-form.ts';
import { countName } from '#web/reports/chart-data.ts';
import type { Header, Look } from '#web/reports/report.ts';
import { viewTypeWords } from '#web/reports/view-types.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { MultiSelectField, SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './configure-view.module.css';
import { acrossOf, maxMeasured, maySplit, measurable, optionsFor, splittingBy, withOption } from './view-draft.ts';

const optionsOf = (headers: readonly Header[]) => headers.map(({ key, label }) => ({ value: key, label }));

/** The words for what a view has places for, where these are not on an x axis. */
const xaxisWords: Partial<Record<Look['view_type'], string>> = {
  cross_table: 'Rows',
  map: 'Address',
  pie: 'Slices',
  radar: 'Axes',
};
const yaxisWords: Partial<Record<Look['view_type'], string>> = {
  cross_table: 'Figures',
  pie: 'Size',
  radar: 'Values',
};

const drawnAs = [
  { value: 'bar' as const, label: 'Bar' },
  { value: 'line' as const, label: 'Line' },
  { value: 'area' as const, label: 'Area' },
];

type Props = {
  form: Form<Look>;
  headers: Header[];
  /** Leads back to the choice of the type; a stored view keeps its type. */
  onType: (() => void) | undefined;
};

const shareOptions = Object.entries(percentages).map(([value, label]) => ({ value, label }));

/** What a view shows and how, by its type. */
export const ConfigureView = ({ form, headers, onType }: Props) => {
  const { values, set, error } = form;
  const { view_type } = values;
  const { label, icon } = viewTypeWords[view_type];
  const isMap = view_type === 'map';
  const isCrossTable = view_type === 'cross_table';
  const hasAxes = !isMap && !isCrossTable && view_type !== 'pie' && view_type !== 'radar';
  /** What stands down a cross table already, chosen to go across it, changes places with what did. */
  const choose = (name: 'xaxis' | 'group_by', key: string | null) => {
    const other = name === 'xaxis' ? 'group_by' : 'xaxis';
    if (isCrossTable && key === values[other]) set(other, values[name]);
    set(name, key);
  };
  const splitting = maySplit(values) && (
    <SelectField
      id="group_by"
      {...(isCrossTable
        ? { label: 'Columns', help: `Up to ${crossTable.maxColumns} values.` }
        : { label: 'Split by', optional: true, placeholder: 'Nothing' })}
      options={optionsOf(splittingBy(values, headers))}
      value={values.group_by}
      onChange={(key) => choose('group_by', key)}
      error={error('group_by')}
    />
  );
  return (
    <div className={css.fields}>
      <TextField
        id="name"
        label="Name"
        autoComplete="off"
        value={values.name}
        onChange={(name) => set('name', name)}
        error={error('name')}
      />
      <div>
        <p className={css.label}>View type</p>
        <p className={css.type}>
          <Icon of={icon} />
          <span>{label}</span>
          {onType && (
            <Button size="small" tone="subtle" aria-label="Change view type" onClick={onType}>
              Change
            </Button>
          )}
        </p>
      </div>
      <SelectField
        id="xaxis"
        label={xaxisWords[view_type] ?? 'X axis'}
        options={optionsOf(acrossOf(view_type, headers))}
        value={values.xaxis}
        onChange={(key) => choose('xaxis', key)}
        error={error('xaxis')}
      />
      {isCrossTable && splitting}
      {isMap ? (
        <NumberField
          id="zoom"
          label="Zoom"
          optional
          help={`From ${zoom.least} (world) to ${zoom.most} (street), or empty to fit all points.`}
          whole
          value={values.zoom}
          onChange={(number, problem) => {
            set('zoom', number);
            if (problem) form.say('zoom', problem);
          }}
          error={error('zoom')}
        />
      ) : (
        <Measured form={form} headers={headers} />
      )}
      {!isCrossTable && splitting}
      {isCrossTable && (
        <SelectField
          label="Percentages"
          options={shareOptions}
          value={values.percent_of ?? null}
          onChange={(value) => set('percent_of', value as PercentOf | null)}
          id="percent_of"
          optional
          placeholder="None"
          error={error('percent_of')}
        />
      )}
      {hasAxes && (
        <div className={css.both}>
          {(['xaxis_label', 'yaxis_label'] as const).map((key) => (
            <TextField
              key={key}
              id={key}
              label={key === 'xaxis_label' ? 'X axis label' : 'Y axis label'}
              optional
              autoComplete="off"
              value={values[key] ?? ''}
              onChange={(text) => set(key, text)}
              error={error(key)}
            />
          ))}
        </div>
      )}
      {view_type === 'composed' && <SeriesTypes form={form} headers={headers} />}
      <Options form={form} />
    </div>
  );
};

/** What is measured: columns of numbers, or how many records there are. */
const Measured = ({ form: { values, set, error }, headers }: Pick<Props, 'form' | 'headers'>) => {
  const { view_type, yaxis } = values;
  const options = optionsOf(measurable(values, headers));
  const wrong = error('yaxis') ?? yaxis.map((_, place) => error(`yaxis.${place}`)).find((message) => message) ?? null;
  const shared = { id: 'yaxis', label: yaxisWords[view_type] ?? 'Y axis', error: wrong };
  if (maxMeasured(view_type) === 1)
    return (
      <SelectField
        {...shared}
        options={options}
        placeholder={view_type === 'scatter' ? 'Choose a column' : countName}
        clearable={view_type !== 'scatter'}
        value={yaxis[0] ?? null}
        onChange={(key) => set('yaxis', key === null ? [] : [key])}
      />
    );
  return (
    <MultiSelectField
      {...shared}
      help={
        view_type === 'cross_table'
          ? 'One or two columns with a function or a formula.'
          : `Up to ${maxMeasured(view_type)} columns, or none to count records.`
      }
      options={options}
      placeholder={view_type === 'cross_table' ? 'Choose columns' : countName}
      value={yaxis}
      onChange={(keys) => set('yaxis', keys.slice(0, maxMeasured(view_type)))}
    />
  );
};

/** How each column of a composed chart is drawn. */
const SeriesTypes = ({ form: { values, set }, headers }: Pick<Props, 'form' | 'headers'>) =>
  values.yaxis.length > 0 && (
    <div className={css.series}>
      <p className={css.label}>Series</p>
      {values.yaxis.map((key) => {
        const name = headers.find((header) => header.key === key)?.label ?? key;
        const series = values.series ?? [];
        return (
          <div key={key}>
            <span>{name}</span>
            <Segmented
              label={`Draw ${name} as`}
              options={drawnAs}
              value={series.find((one) => one.key === key)?.type ?? 'bar'}
              onChange={(type) => set('series', [...series.filter((one) => one.key !== key), { key, type }])}
            />
          </div>
        );
      })}
    </div>
  );

const Options = ({ form: { values, set } }: Pick<Props, 'form'>) => {
  const options = optionsFor(values.view_type);
  const own = Object.assign({}, ...Object.values(values.settings)) as Record<string, boolean>;
  return (
    options.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and form semantics
      <div role="group" aria-label="Options" className={css.options}>
        <p className={css.label}>Options</p>
        {options.map(({ name, label }) => (
          <Checkbox
            key={name}
            checked={own[name] === true}
            onChange={(isOn) => set('settings', withOption(values, name, isOn))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    )
  );
};
