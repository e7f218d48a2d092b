import { useMediaQuery } from '@mantine/hooks';

/** Whether the window has the room that a media query asks for; known before anything is drawn. */
export const useRoom = (query: string): boolean => useMediaQuery(query, undefined, { getInitialValueInEffect: false });

/** Whether the window is as narrow as a phone's. */
export const usePhone = (): boolean => useRoom('(max-width: 699px)');
