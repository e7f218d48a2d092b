import type { RouteObject } from 'react-router';

export const userScreens: RouteObject[] = [];
