-- Trusted extensions: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS unaccent;
