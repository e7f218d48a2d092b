import type { ComponentType, ReactNode } from 'react';
import { useParams } from 'react-router';
import type { RouteSpec } from '#contract/kit/route.ts';
import { Require } from '#web/access/account.tsx';

/** A screen that opens for those alone who may call its route; `screensOf` takes no other form. */
export type GuardedScreen = { (): ReactNode; readonly route: RouteSpec };

/** Guards a screen by what the server demands for the route that it ends in, on the record of the address if it has one. */
export const guarded = (route: RouteSpec, Screen: ComponentType): GuardedScreen =>
  Object.assign(
    () => (
      <Require do={route} on={Number(useParams().id)}>
        <Screen />
      </Require>
    ),
    { route },
  );
