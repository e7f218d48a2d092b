import type { RouteObject } from 'react-router';

export const formScreens: RouteObject[] = [];
