/** The platform's superuser in the browser tests; the server under test is started with it. */
export const superuser = { email: 'platform@hearth.example', password: 'quarry-meadow-lantern-19' };
