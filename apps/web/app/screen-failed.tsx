import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Broken } from '#web/parts/lazy.tsx';
import { ActingAbove } from './root.tsx';

/** What stands when the frame of the screens itself broke. */
export const ScreenFailed = () => {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <ActingAbove />
      <main>
        <Broken />
      </main>
    </>
  );
};
