import { IconAlertTriangle } from '@tabler/icons-react';
import { isExternal } from '#forms/field-types/endpoint.ts';
import type { Field } from '#forms/field-types/field-type.ts';
import type { FieldProps } from '#web/ui/field-frame.tsx';
import { Icon } from '#web/ui/icon.tsx';
import css from './reliance.module.css';

/** The answers of the form that the endpoint of a field wants, by name. */
export const parameterNames = ({ metadata: { api_parameters } }: Field) =>
  Array.isArray(api_parameters) ? api_parameters.map(String) : [];

/** The frame of a field that asks its endpoint, with a warning where it cannot: nothing gives it what it relies on. */
export const withReliance = (frame: FieldProps, field: Field, parameters: Record<string, unknown>): FieldProps => {
  const missing = parameterNames(field).filter((name) => !Object.hasOwn(parameters, name));
  const warning = !field.metadata.api_endpoint
    ? 'This field isn’t set up. It has no API endpoint.'
    : missing.length > 0 && `This field relies on other fields or is not configured. Missing: ${missing.join(', ')}.`;
  if (!isExternal(field) || !warning) return frame;
  return {
    ...frame,
    help: (
      <>
        {frame.help}
        <span className={css.warning}>
          <Icon of={IconAlertTriangle} size="s" />
          {warning}
        </span>
      </>
    ),
  };
};
