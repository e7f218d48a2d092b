import type { RouteObject } from 'react-router';

export const clientScreens: RouteObject[] = [];
