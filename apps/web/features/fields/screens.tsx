import type { RouteObject } from 'react-router';

export const fieldScreens: RouteObject[] = [];
